// Original file: protos/assay/events/v1/events.proto


/**
 * The wanted topics of one stream.
 */
export interface WantedTopics {
  'stream'?: (string);
  'topics'?: (string)[];
  /**
   * The topics whose trades the leader of the measurement wants. They are among the wanted topics.
   */
  'print_topics'?: (string)[];
}

/**
 * The wanted topics of one stream.
 */
export interface WantedTopics__Output {
  'stream': (string);
  'topics': (string)[];
  /**
   * The topics whose trades the leader of the measurement wants. They are among the wanted topics.
   */
  'print_topics': (string)[];
}
