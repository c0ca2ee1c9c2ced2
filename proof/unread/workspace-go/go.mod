module presshouse

go 1.24
