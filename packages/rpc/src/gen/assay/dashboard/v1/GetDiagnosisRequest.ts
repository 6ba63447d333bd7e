// Original file: protos/assay/dashboard/v1/dashboard.proto


export interface GetDiagnosisRequest {
}

export interface GetDiagnosisRequest__Output {
}
