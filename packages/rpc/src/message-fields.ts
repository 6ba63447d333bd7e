import { messageFieldNames } from './load.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The value of a field in code. The generated types give a 64-bit number as an object; here it may be a bigint. */
type FieldValue<Value> = Value extends { readonly low: number; readonly high: number }
  ? bigint
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? MessageFields<Value>
      : Value;

/**
 * The fields of a message with the names that code uses: `costMicros` for `cost_micros`. Other types extend it, so that
 * a field is declared only once, in the proto.
 */
export type MessageFields<Message> = {
  readonly [Name in keyof Message & string as CamelCase<Name>]?: FieldValue<Message[Name]> | undefined;
};

type FieldPlan = { readonly name: string; readonly key: string; readonly nested: readonly FieldPlan[] | undefined };

/**
 * Returns the function that makes a message from an object with the message's fields. It ignores other properties of
 * the object. A property that is undefined or absent gets the field's default.
 * @param name the full name of the message, such as `assay.events.v1.Attempt`. Lists and maps of messages are not
 * supported.
 */
export function messageMaker<Message extends object>(name: string): (fields: MessageFields<Message>) => Message {
  const plan = planOf(name);
  return (fields) => messageOf(plan, fields as Source) as Message;
}

type Source = Readonly<Record<string, unknown>>;

function planOf(message: string): FieldPlan[] {
  return messageFieldNames(message).map(({ name, messageName }) => ({
    name,
    key: name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
    nested: messageName === undefined ? undefined : planOf(messageName),
  }));
}

function messageOf(plan: readonly FieldPlan[], source: Source): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const { name, key, nested } of plan) {
    const value = source[key];
    if (value !== undefined && value !== null) {
      message[name] =
        typeof value === 'bigint' ? Number(value) : nested === undefined ? value : messageOf(nested, value as Source);
    }
  }
  return message;
}
