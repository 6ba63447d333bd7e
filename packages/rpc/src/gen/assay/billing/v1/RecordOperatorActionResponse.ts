// Original file: protos/assay/billing/v1/billing.proto


export interface RecordOperatorActionResponse {
}

export interface RecordOperatorActionResponse__Output {
}
