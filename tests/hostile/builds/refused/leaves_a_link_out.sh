# refused: has a link to /etc/passwd, which may lead out of the archive
ln -s /etc/passwd made
