{{/* The network rule that lets a pod resolve DNS names. */}}
{{- define "assay.egressToNames" -}}
{{- with .Values.networkPolicy.dns -}}
- ports: [{ port: {{ .port }}, protocol: UDP }, { port: {{ .port }}, protocol: TCP }]
  to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ .namespace }} } }
    {{- range .cidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
{{- end -}}
{{- end }}

{{- define "assay.egressTo" -}}
- ports: [{ port: {{ .server.port }}, protocol: TCP }]
  to:
    {{- if .server.cidrs }}
    {{- range .server.cidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
    {{- else }}
    - podSelector: { matchLabels: {{ toJson .labels }} }
    {{- end }}
{{- end }}

{{/* Labels of the NATS pods: of the bundled servers, or those that the values name. */}}
{{- define "assay.natsPods" -}}
{{- if .Values.nats.bundled.enabled -}}
{{ include "assay.selector" (dict "root" . "component" "nats") }}
{{- else -}}
{{- if not (or .Values.nats.podLabels .Values.nats.cidrs) }}{{ fail "nats: the network policies need to know where the servers run: set nats.bundled.enabled, nats.cidrs or nats.podLabels" }}{{ end -}}
{{ toYaml .Values.nats.podLabels }}
{{- end -}}
{{- end }}

{{- define "assay.postgresqlPods" -}}
{{- if .Values.postgresql.bundled.enabled -}}
{{ include "assay.selector" (dict "root" . "component" "postgresql") }}
{{- else if .Values.postgresql.cluster.enabled -}}
cnpg.io/cluster: {{ include "assay.name" . }}-postgresql
{{- else -}}
{{- if not (or .Values.postgresql.podLabels .Values.postgresql.cidrs) }}{{ fail "postgresql: the network policies need to know where the database runs: set postgresql.bundled.enabled, postgresql.cluster.enabled, postgresql.cidrs or postgresql.podLabels" }}{{ end -}}
{{ toYaml .Values.postgresql.podLabels }}
{{- end -}}
{{- end }}

{{- define "assay.egressToPostgresql" -}}
{{- include "assay.egressTo" (dict "server" .Values.postgresql "labels" (include "assay.postgresqlPods" . | fromYaml)) }}
{{- end }}
