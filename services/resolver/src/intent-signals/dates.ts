/** Matches a year or a date. A question with a date cannot be answered, because live sources know only the present. */
export const yearPattern =
  /(?<![\p{L}\p{N}.,$#/-])(?:19[5-9]\d|20(?:0[89]|[1-5]\d))(?![\p{L}\p{N}-]|[.,]\d)|(?:19|20)\d\d\s?[年년]|(?<!\d)\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)?\d\d(?!\d)|(?<![\p{L}\p{N}])(?:at|@|around|as of)\s\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m|p\.m|utc|gmt|o'clock)(?![\p{L}])|(?:19|20)\d\d[/.-]\d{1,2}[/.-]\d{1,2}/gu;
