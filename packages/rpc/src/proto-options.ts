/** The options with which every loader decodes protos. The generated types are correct only for these options. */
export const protoOptions = {
  keepCase: true,
  longs: String,
  enums: String,
  defaults: true,
  oneofs: true,
} as const;
