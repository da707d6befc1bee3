"""The code that depends on the operating system; the packages that use it need not know which system they run on."""
