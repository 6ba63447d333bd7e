// Original file: protos/assay/billing/v1/billing.proto


export interface GetDiagnosisRequest {
}

export interface GetDiagnosisRequest__Output {
}
