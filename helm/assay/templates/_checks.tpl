{{/*
Refuses values and Secrets with which the release could not start, and says what is missing. A cluster is asked only while
helm installs or upgrades: every namespace has a service account "default", and "helm template" finds none.
*/}}
{{- define "assay.checks" -}}
{{- $services := include "assay.services" . | fromJson -}}
{{- range $name, $service := $services -}}
{{- range $service.calls -}}
{{- if not (hasKey $services .) -}}
{{- fail (printf "services.%s calls %s, which is not enabled in mode %s" $name . $.Values.mode) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (eq (include "assay.tlsSource" .) "none") .Values.nats.bundled.enabled (gt (int .Values.nats.bundled.replicas) 1) -}}
{{- fail "nats.bundled.replicas: a cluster of NATS servers needs certificates; set tls.source to another value than none" -}}
{{- end -}}
{{- if and .Values.secrets.check (lookup "v1" "ServiceAccount" .Release.Namespace "default") -}}
{{- range $secret, $keys := include "assay.neededSecrets" . | fromJson -}}
{{- $found := lookup "v1" "Secret" $.Release.Namespace $secret -}}
{{- if not $found -}}
{{- fail (printf "the Secret %s does not exist in namespace %s; it needs the keys %s. The chart's README shows how to make it" $secret $.Release.Namespace (join ", " $keys)) -}}
{{- end -}}
{{- range $keys -}}
{{- if not (hasKey $found.data .) -}}
{{- fail (printf "the Secret %s in namespace %s has no key %s" $secret $.Release.Namespace .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The Secrets that must exist before the release, each with its keys, as JSON: what the pods' environments and volumes name. */}}
{{- define "assay.neededSecrets" -}}
{{- $needed := dict -}}
{{- range $name, $service := include "assay.services" . | fromJson -}}
{{- range include "assay.environment" (dict "root" $ "name" $name "service" $service) | fromYamlArray -}}
{{- $reference := dig "valueFrom" "secretKeyRef" dict . -}}
{{- if and $reference (not $reference.optional) -}}
{{- $_ := set $needed $reference.name (append (get $needed $reference.name | default list) $reference.key) -}}
{{- end -}}
{{- end -}}
{{- if and $service.nats (eq $.Values.nats.auth "creds") -}}
{{- $secret := $.Values.nats.existingSecret -}}
{{- $_ := set $needed $secret (append (get $needed $secret | default list) (printf "%s.creds" $name)) -}}
{{- end -}}
{{- end -}}
{{- if eq .Values.tls.source "secrets" -}}
{{- range $holder, $_ := include "assay.certificateHolders" . | fromJson -}}
{{- $_ := set $needed (print $.Values.tls.secretPrefix $holder) (list "ca.crt" "tls.crt" "tls.key") -}}
{{- end -}}
{{- end -}}
{{- with .Values.postgresql -}}
{{- if .bundled.enabled -}}
{{- $_ := set $needed .existingSecret (append (get $needed .existingSecret) .bundled.passwordKey) -}}
{{- end -}}
{{- end -}}
{{- /* CloudNativePG makes this one. */ -}}
{{- $_ := unset $needed (printf "%s-postgresql-app" (include "assay.name" .)) -}}
{{- $sorted := dict -}}
{{- range $secret, $keys := $needed }}{{ $_ := set $sorted $secret ($keys | uniq | sortAlpha) }}{{ end -}}
{{- $sorted | toJson -}}
{{- end }}
