/** The exporter of each signal. It is the effective value of OTEL_{SIGNAL}_EXPORTER. */
export type Exporters = { readonly traces: string; readonly metrics: string; readonly logs: string };

type Environment = Record<string, string | undefined>;

/**
 * Returns the exporter of each signal. A signal with an OTLP endpoint and no OTEL_{SIGNAL}_EXPORTER uses "otlp".
 * Without both, a signal uses "none", because a process on a machine without a collector must not call localhost.
 */
export function exportersOf(environment: Readonly<Environment>): Exporters {
  const disabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
  const exporterOf = (signal: string): string => {
    const endpoint =
      valueOf(environment, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ??
      valueOf(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT');
    const byDefault = endpoint === undefined ? 'none' : 'otlp';
    return disabled ? 'none' : (valueOf(environment, `OTEL_${signal}_EXPORTER`) ?? byDefault);
  };
  return { traces: exporterOf('TRACES'), metrics: exporterOf('METRICS'), logs: exporterOf('LOGS') };
}

/** Returns the value of a variable. An empty value counts as absent, as the OpenTelemetry specification requires. */
function valueOf(environment: Readonly<Environment>, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}
