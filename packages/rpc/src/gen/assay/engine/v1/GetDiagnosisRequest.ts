// Original file: protos/assay/engine/v1/engine.proto


export interface GetDiagnosisRequest {
  /**
   * sources, nodes or types; empty for the dependencies of the engine itself.
   */
  'part'?: (string);
  /**
   * Whether providers are asked about every asset of the catalog instead of the sampled ones.
   */
  'all_assets'?: (boolean);
  /**
   * Whether providers that bill each request are asked too.
   */
  'billed'?: (boolean);
}

export interface GetDiagnosisRequest__Output {
  /**
   * sources, nodes or types; empty for the dependencies of the engine itself.
   */
  'part': (string);
  /**
   * Whether providers are asked about every asset of the catalog instead of the sampled ones.
   */
  'all_assets': (boolean);
  /**
   * Whether providers that bill each request are asked too.
   */
  'billed': (boolean);
}
