# refused: has a link to /etc/passwd, which need not be in it
ln -s /etc/passwd made
