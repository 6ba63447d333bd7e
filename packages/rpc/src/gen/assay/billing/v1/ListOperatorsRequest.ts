// Original file: protos/assay/billing/v1/billing.proto


export interface ListOperatorsRequest {
}

export interface ListOperatorsRequest__Output {
}
