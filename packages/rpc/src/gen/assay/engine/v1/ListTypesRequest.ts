// Original file: protos/assay/engine/v1/engine.proto


export interface ListTypesRequest {
}

export interface ListTypesRequest__Output {
}
