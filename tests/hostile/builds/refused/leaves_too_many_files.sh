# refused: has more than 100 files and folders
mkdir made && cd made && seq 200 | xargs touch
