// Original file: protos/assay/engine/v1/engine.proto


export interface RecordGateResponse {
}

export interface RecordGateResponse__Output {
}
