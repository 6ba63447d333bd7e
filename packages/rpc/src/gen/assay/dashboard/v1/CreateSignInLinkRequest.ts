// Original file: protos/assay/dashboard/v1/dashboard.proto


export interface CreateSignInLinkRequest {
  /**
   * The person's e-mail address. A person who is new gets a sign-in.
   */
  'email'?: (string);
  /**
   * Id of an account of billing.
   */
  'account_id'?: (string);
  /**
   * Name of the account on the dashboard, when nobody belongs to it yet.
   */
  'account_name'?: (string);
}

export interface CreateSignInLinkRequest__Output {
  /**
   * The person's e-mail address. A person who is new gets a sign-in.
   */
  'email': (string);
  /**
   * Id of an account of billing.
   */
  'account_id': (string);
  /**
   * Name of the account on the dashboard, when nobody belongs to it yet.
   */
  'account_name': (string);
}
