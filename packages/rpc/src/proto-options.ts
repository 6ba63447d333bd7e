/** The one set of decoding options: the generated types are true only for a loader that uses exactly these. */
export const protoOptions = {
  keepCase: true,
  longs: String,
  enums: String,
  defaults: true,
  oneofs: true,
} as const;
