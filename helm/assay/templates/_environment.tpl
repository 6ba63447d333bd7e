{{/* The environment of one service. Plain settings come first, then settings from Secrets. */}}
{{- define "assay.environment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $service := .service -}}
- name: OTEL_SERVICE_NAME
  valueFrom: { fieldRef: { fieldPath: "metadata.labels['app.kubernetes.io/component']" } }
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: OTEL_RESOURCE_ATTRIBUTES
  value: service.namespace=assay,service.version={{ $root.Chart.AppVersion }},service.instance.id=$(POD_NAME),k8s.pod.name=$(POD_NAME),k8s.namespace.name={{ $root.Release.Namespace }}
{{- $plain := dict
  "ASSAY_OPS_PORT" "9464"
  "ASSAY_DRAIN_SECONDS" (toString $values.drain.seconds)
  "ASSAY_DRAIN_MS" (toString $values.drain.milliseconds)
  "ASSAY_LOG_LEVEL" $values.telemetry.logLevel
  "ASSAY_TRACE_SAMPLE_RATIO" (toString $values.telemetry.sampleRatio)
}}
{{- if ne (toString $service.serves) "false" }}
{{- $_ := set $plain ($service.portSetting | default "ASSAY_RPC_PORT") (toString ($service.port | default 7070)) }}
{{- end }}
{{- if $values.telemetry.endpoint }}
{{- $_ := set $plain "OTEL_EXPORTER_OTLP_ENDPOINT" $values.telemetry.endpoint }}
{{- /* Prometheus scrapes the metrics, and the cluster collects logs from standard output, so OTLP exports neither. */}}
{{- $_ := set $plain "OTEL_METRICS_EXPORTER" "none" }}
{{- $_ := set $plain "OTEL_LOGS_EXPORTER" "none" }}
{{- end }}
{{- $sources := $service.sources | default list }}
{{- $_ := set $plain "ASSAY_MODE" $values.mode }}
{{- range $service.calls }}
{{- if eq . "gateway" }}
{{- $_ := set $plain "ASSAY_GATEWAY_URL" (printf "http://%s-gateway:%v" (include "assay.name" $root) $values.services.gateway.port) }}
{{- else if ne . "sandbox" }}
{{- $_ := set $plain (printf "ASSAY_%s_ADDRESS" (upper .)) (printf "%s-%s:7070" (include "assay.name" $root) .) }}
{{- end }}
{{- end }}
{{- if has "sandbox" ($service.calls | default list) }}
{{- $base := printf "http://%s-sandbox:8081" (include "assay.name" $root) }}
{{- if has "mail" $sources }}
{{- $_ := set $plain "ASSAY_SMTP_URL" (printf "smtp://%s-sandbox:2525" (include "assay.name" $root)) }}
{{- else }}
{{- $nodes := dict }}
{{- range $name, $path := $values.sandbox.nodes }}{{ $_ := set $nodes $name (print $base $path) }}{{ end }}
{{- $_ := set $plain "ASSAY_RPC_URLS" (toJson $nodes) }}
{{- end }}
{{- if has "providers" $sources }}
{{- $providers := dict }}
{{- range $values.sandbox.providers }}{{ $_ := set $providers . (printf "%s/%s" $base .) }}{{ end }}
{{- $_ := set $plain "ASSAY_PROVIDER_URLS" (toJson $providers) }}
{{- end }}
{{- end }}
{{- range $name, $address := $service.addresses }}
{{- $parts := regexSplit "/" (trimSuffix "?" $address) 2 }}
{{- $target := get (include "assay.services" $root | fromJson) (first $parts) }}
{{- $path := ternary (print "/" (last $parts)) "" (gt (len $parts) 1) }}
{{- $published := include "assay.publishedUrl" (dict "root" $root "name" (first $parts)) }}
{{- if and $target $published }}
{{- $_ := set $plain $name (print $published $path) }}
{{- else if and $target (or (eq $values.mode "sandbox") (not (hasSuffix "?" $address))) }}
{{- /* The address at which "kubectl port-forward" publishes the service. */}}
{{- $_ := set $plain $name (printf "http://localhost:%v%s" $target.port $path) }}
{{- end }}
{{- end }}
{{- if $values.network.bindHost }}{{ $_ := set $plain "ASSAY_BIND_HOST" $values.network.bindHost }}{{ end }}
{{- if and $values.providers.plans (has "providers" $sources) }}
{{- $_ := set $plain "ASSAY_PROVIDER_PLANS" (toJson $values.providers.plans) }}
{{- end }}
{{- if $service.nats }}{{ $_ := set $plain "ASSAY_NATS_URL" (include "assay.natsUrl" $root) }}{{ end }}
{{- if $service.streams }}{{ $_ := set $plain "ASSAY_STREAM_REPLICAS" (toString $values.nats.streamReplicas) }}{{ end }}
{{- if and $service.webhooks $values.networkPolicy.webhookCidrs }}
{{- $_ := set $plain "ASSAY_EGRESS_ALLOW" (join "," $values.networkPolicy.webhookCidrs) }}
{{- end }}
{{- if eq (include "assay.tlsSource" $root) "none" }}
{{- $_ := set $plain "ASSAY_MUTUAL_TLS" "off" }}
{{- else }}
{{- $_ := set $plain "ASSAY_TLS_CERT_FILE" "/etc/assay/tls/tls.crt" }}
{{- $_ := set $plain "ASSAY_TLS_KEY_FILE" "/etc/assay/tls/tls.key" }}
{{- $_ := set $plain "ASSAY_TLS_CA_FILE" "/etc/assay/tls/ca.crt" }}
{{- if eq $values.tls.mode "optional" }}{{ $_ := set $plain "ASSAY_MUTUAL_TLS" "optional" }}{{ end }}
{{- end }}
{{- $plain = mergeOverwrite $plain (deepCopy $service.env) }}
{{- range $name, $value := $plain }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- if $service.postgresql }}
- name: ASSAY_PG_URL
  valueFrom: { secretKeyRef: {{ include "assay.postgresqlKey" (dict "root" $root "key" (printf "%s-url" .name)) }} }
{{- end }}
{{- if $service.nats }}
{{- if eq $values.nats.auth "user" }}
- name: ASSAY_NATS_USER
  value: {{ .name }}
{{- /* The password comes from a file, because a service reads the file again at each login. A variable would need a restart after a change of the password. */}}
- name: ASSAY_NATS_PASSWORD_FILE
  value: /etc/assay/nats/{{ .name }}-password
{{- else if eq $values.nats.auth "token" }}
- name: ASSAY_NATS_TOKEN
  valueFrom: { secretKeyRef: { name: {{ $values.nats.existingSecret }}, key: token } }
{{- else if eq $values.nats.auth "creds" }}
- name: ASSAY_NATS_CREDS_FILE
  value: /etc/assay/nats/{{ .name }}.creds
{{- else if eq $values.nats.auth "nkey" }}
- name: ASSAY_NATS_NKEY_SEED_FILE
  value: /etc/assay/nats/{{ .name }}.nk
{{- end }}
{{- with $values.nats.caKey }}
- name: ASSAY_NATS_CA_FILE
  value: /etc/assay/nats/{{ . }}
{{- end }}
{{- if $values.nats.clientCertificates }}
- name: ASSAY_NATS_CERT_FILE
  value: /etc/assay/nats/{{ .name }}.crt
- name: ASSAY_NATS_KEY_FILE
  value: /etc/assay/nats/{{ .name }}.key
{{- end }}
{{- end }}
{{- range $name, $key := $service.secretEnv }}
{{- if not (hasKey $plain $name) }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: { name: {{ $values.secrets.existingSecret }}, key: {{ trimSuffix "?" $key }}, optional: {{ hasSuffix "?" $key }} }
{{- end }}
{{- end }}
{{- end }}
