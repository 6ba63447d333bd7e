// Original file: protos/assay/watch/v1/watch.proto


export interface GetDiagnosisRequest {
}

export interface GetDiagnosisRequest__Output {
}
