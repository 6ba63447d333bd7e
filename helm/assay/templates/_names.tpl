{{- define "assay.name" -}}
{{- if .Values.nameOverride }}{{ .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains "assay" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-assay" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Returns a value as text. Helm reads digits from the command line or from a file as a number. */}}
{{- define "assay.text" -}}
{{- if kindIs "float64" . }}{{ if eq . (floor .) }}{{ printf "%.0f" . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end -}}
{{- end }}

{{/* Returns a file of deploy/, through the link files/. Fails if the link is missing, because a copy of the chart without it would install empty files. */}}
{{- define "assay.file" -}}
{{- .root.Files.Get (print "files/" .path) | required (printf "the chart lacks files/%s: use a clone with its symbolic links, or a chart that \"helm package\" made" .path) -}}
{{- end }}

{{/* The base URL at which an Ingress or a Gateway publishes a service. Empty when neither does. Takes root and name. */}}
{{- define "assay.publishedUrl" -}}
{{- $values := .root.Values -}}
{{- $ingress := ternary (get $values.ingress.hosts .name) "" $values.ingress.enabled -}}
{{- $route := ternary (get $values.httpRoute.hosts .name) "" $values.httpRoute.enabled -}}
{{- if $ingress }}http{{ if $values.ingress.tlsSecret }}s{{ end }}://{{ $ingress }}
{{- else if $route }}http{{ if $values.httpRoute.tls }}s{{ end }}://{{ $route }}
{{- end }}
{{- end }}

{{- define "assay.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ include "assay.text" .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/part-of: assay
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The services that run in this mode, each with its values merged over the defaults, as JSON. */}}
{{- define "assay.services" -}}
{{- $services := dict -}}
{{- range $name, $own := .Values.services -}}
{{- if and $own.enabled (or (not $own.onlyIn) (eq $own.onlyIn $.Values.mode)) -}}
{{- $merged := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $own) -}}
{{- if and (eq $.Values.mode "sandbox") $own.sources -}}
{{- $_ := set $merged "calls" (append ($merged.calls | default list) "sandbox") -}}
{{- end -}}
{{- $_ := set $services $name $merged -}}
{{- end -}}
{{- end -}}
{{- $services | toJson -}}
{{- end }}

{{- define "assay.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "assay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "assay.graceSeconds" -}}
{{ add .Values.drain.seconds (div (add .Values.drain.milliseconds 999) 1000) 15 }}
{{- end }}

{{- define "assay.natsUrl" -}}
{{- if .Values.nats.url }}{{ .Values.nats.url }}{{ else }}nats://{{ include "assay.name" . }}-nats:{{ .Values.nats.port }}{{ end }}
{{- end }}

{{/* The Secret and the key that contain a PostgreSQL connection URL: in the user's Secret, or in the one that CloudNativePG makes. Takes root and key. */}}
{{- define "assay.postgresqlKey" -}}
{{- $postgresql := .root.Values.postgresql -}}
{{- if and $postgresql.cluster.enabled (eq $postgresql.cluster.roles "app") -}}
{ name: {{ include "assay.name" .root }}-postgresql-app, key: uri }
{{- else -}}
{ name: {{ $postgresql.existingSecret }}, key: {{ .key }} }
{{- end -}}
{{- end }}

{{/* The source of the certificates: tls.source. For "auto" it is cert-manager if this cluster has it, else an authority of the release. "helm template" queries no cluster, so it finds no cert-manager. */}}
{{- define "assay.tlsSource" -}}
{{- if ne .Values.tls.source "auto" }}{{ .Values.tls.source }}
{{- else if .Capabilities.APIVersions.Has "cert-manager.io/v1" }}cert-manager
{{- else }}self-signed{{ end }}
{{- end }}

{{/* Whether calls between services use mutual TLS: off, optional or required. */}}
{{- define "assay.mutualTls" -}}
{{- if eq (include "assay.tlsSource" .) "none" }}off{{ else }}{{ .Values.tls.mode }}{{ end }}
{{- end }}

{{/* The Secret with the certificate of a service. Takes root and component. */}}
{{- define "assay.tlsSecret" -}}
{{- if eq (include "assay.tlsSource" .root) "secrets" }}{{ .root.Values.tls.secretPrefix }}{{ .component }}
{{- else }}{{ include "assay.name" .root }}-{{ .component }}-tls{{ end }}
{{- end }}

{{/* The holders of certificates, each with its DNS names, as JSON. The first label of the first name identifies the holder. */}}
{{- define "assay.certificateHolders" -}}
{{- $name := include "assay.name" . -}}
{{- $holders := dict -}}
{{- range $service := append (keys (include "assay.services" . | fromJson)) "operator" | uniq -}}
{{- $_ := set $holders $service (list (printf "%s.%s.assay.internal" $service $.Release.Namespace) (printf "%s-%s" $name $service)) -}}
{{- end -}}
{{- if and .Values.nats.bundled.enabled (gt (int .Values.nats.bundled.replicas) 1) -}}
{{- $names := list (printf "nats.%s.assay.internal" .Release.Namespace) -}}
{{- range $index := until (int .Values.nats.bundled.replicas) -}}
{{- $names = append $names (printf "%s-nats-%d.%s-nats" $name $index $name) -}}
{{- end -}}
{{- $_ := set $holders "nats" $names -}}
{{- end -}}
{{- $holders | toJson -}}
{{- end }}

{{/* The IP families of a Service. Empty when the cluster decides. */}}
{{- define "assay.ipFamilies" -}}
{{- with .Values.network -}}
{{- $families := dict -}}
{{- if .ipFamilyPolicy }}{{ $_ := set $families "ipFamilyPolicy" .ipFamilyPolicy }}{{ end -}}
{{- if .ipFamilies }}{{ $_ := set $families "ipFamilies" .ipFamilies }}{{ end -}}
{{- if $families }}{{ toYaml $families }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Keys of nats.existingSecret that a service reads as files, as JSON. Takes root and name. */}}
{{- define "assay.natsFiles" -}}
{{- $nats := .root.Values.nats -}}
{{- $keys := list -}}
{{- if eq $nats.auth "user" }}{{ $keys = append $keys (print .name "-password") }}{{ end -}}
{{- if eq $nats.auth "creds" }}{{ $keys = append $keys (print .name ".creds") }}{{ end -}}
{{- if eq $nats.auth "nkey" }}{{ $keys = append $keys (print .name ".nk") }}{{ end -}}
{{- if $nats.caKey }}{{ $keys = append $keys $nats.caKey }}{{ end -}}
{{- if $nats.clientCertificates }}{{ $keys = concat $keys (list (print .name ".crt") (print .name ".key")) }}{{ end -}}
{{- $keys | toJson -}}
{{- end }}
