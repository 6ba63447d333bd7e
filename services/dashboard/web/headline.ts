/** The part of an answer that its page shows in large letters. */
export type Headline = {
  readonly value: string;
  /** The currency or another unit. Empty for a value without one. */
  readonly unit: string;
  /** The name of the field that holds the value. */
  readonly field: string;
};

/** The other fields of an answer: names and texts of simple values, in the order of the datum. */
export type AnswerField = readonly [name: string, text: string];

type Fields = Readonly<Record<string, unknown>>;

const decimal = /^-?\d+(\.\d+)?$/;
const maxTextLength = 60;

/**
 * Returns the main value of a datum.
 * @param json the datum as JSON. Empty when nothing was delivered.
 * @param mainField the field that answers the question, from the catalog. Undefined for an unknown type.
 * @returns undefined when there is no datum, or when the datum has no such field.
 */
export function headlineOf(json: string, mainField: string | undefined): Headline | undefined {
  const fields = fieldsOf(json);
  const value = mainField === undefined ? undefined : fields[mainField];
  if (mainField === undefined || value === undefined) {
    return undefined;
  }
  const currency = fields['currency'];
  return { value: grouped(textOf(value)), unit: typeof currency === 'string' ? currency : '', field: mainField };
}

/**
 * Returns the simple fields of a datum that the headline does not show. Leaves out lists and objects, which the page
 * shows as JSON.
 * @param json the datum as JSON.
 * @param headline the main value of the same datum.
 */
export function otherFields(json: string, headline: Headline | undefined): readonly AnswerField[] {
  return Object.entries(fieldsOf(json))
    .filter(
      ([name, value]) =>
        name !== headline?.field &&
        (name !== 'currency' || headline === undefined || headline.unit === '') &&
        isSimple(value),
    )
    .map(([name, value]) => [name, textOf(value)]);
}

/** Returns the parameters of a question as names and texts. An object or a list becomes JSON. */
export function paramTexts(json: string): readonly AnswerField[] {
  return Object.entries(fieldsOf(json)).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

/** Returns whether a value is too long to be shown in the largest letters, as an address is. */
export function isLongText(value: string): boolean {
  return value.length > 20;
}

function fieldsOf(json: string): Fields {
  try {
    const parsed: unknown = JSON.parse(json || '{}');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Fields) : {};
  } catch {
    return {};
  }
}

function isSimple(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || typeof value === 'number' || isShortText(value);
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  if (value === null) {
    return 'none';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a decimal number with separators between thousands and all of its digits. Any other text stays unchanged. */
function grouped(text: string): string {
  if (!decimal.test(text)) {
    return text;
  }
  const [whole = '', fraction] = text.split('.');
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
