unshare --user true
