// Original file: protos/assay/billing/v1/billing.proto


export interface ConfirmResponse {
}

export interface ConfirmResponse__Output {
}
