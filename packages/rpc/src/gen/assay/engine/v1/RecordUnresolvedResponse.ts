// Original file: protos/assay/engine/v1/engine.proto


export interface RecordUnresolvedResponse {
}

export interface RecordUnresolvedResponse__Output {
}
