// Original file: protos/assay/dashboard/v1/dashboard.proto


export interface CreateSignInLinkResponse {
  /**
   * Signs its reader in once, within five minutes.
   */
  'url'?: (string);
}

export interface CreateSignInLinkResponse__Output {
  /**
   * Signs its reader in once, within five minutes.
   */
  'url': (string);
}
