// Original file: protos/assay/watch/v1/watch.proto


export interface ListDeliveriesRequest {
  'account_id'?: (string);
  'watch_id'?: (string);
  /**
   * At most 200; zero for 50.
   */
  'page_size'?: (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor'?: (string);
}

export interface ListDeliveriesRequest__Output {
  'account_id': (string);
  'watch_id': (string);
  /**
   * At most 200; zero for 50.
   */
  'page_size': (number);
  /**
   * The cursor of the previous page; empty for the first page.
   */
  'cursor': (string);
}
