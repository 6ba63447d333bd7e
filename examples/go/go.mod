module assay/receiver

go 1.21
