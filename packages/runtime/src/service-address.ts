import { isIPv6 } from 'node:net';
import { z } from 'zod';

const form = /^(?:\[([^\]]+)\]|([^\s:,/[\]@]+)):(\d{1,5})$/;
/** The form of a setting with addresses of services. In an error message, it follows the setting's name. */
export const serviceAddressRule =
  'must be host:port, several separated by commas, with an IPv6 address in brackets such as [fd00::1]:7070';

/**
 * Returns the addresses of a service without the spaces between them. Returns undefined when one of them is not
 * `host:port`. An IPv6 address needs brackets, because its last group could otherwise be the port.
 */
export function parseServiceAddresses(text: string): string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const areValid = parts.every((part) => {
    const [, six, name, port] = form.exec(part) ?? [];
    const hasHost = six === undefined ? name !== undefined : isIPv6(six);
    return hasHost && Number(port) >= 1 && Number(port) <= 65_535;
  });
  return areValid ? parts.join(',') : undefined;
}

/** Schema of a setting that names the addresses of a service. */
export const serviceAddresses = z.string().transform((text, context) => {
  const addresses = parseServiceAddresses(text);
  if (addresses === undefined) {
    context.addIssue({ code: 'custom', message: serviceAddressRule });
    return z.NEVER;
  }
  return addresses;
});
