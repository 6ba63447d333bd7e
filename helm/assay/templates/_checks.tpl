{{/* Refuses values and Secrets with which the release could not start, and says what is missing. */}}
{{- define "assay.checks" -}}
{{- $services := include "assay.services" . | fromJson -}}
{{- range $name, $service := $services -}}
{{- range $service.calls -}}
{{- if not (hasKey $services .) -}}
{{- fail (printf "services.%s calls %s, which is not enabled in mode %s: set services.%s.enabled, or remove it from services.%s.calls" $name . $.Values.mode . $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and (eq (include "assay.tlsSource" .) "none") .Values.nats.bundled.enabled (gt (int .Values.nats.bundled.replicas) 1) -}}
{{- fail "nats.bundled.replicas: a cluster of NATS servers needs certificates; set tls.source to auto, self-signed, cert-manager or secrets" -}}
{{- end -}}
{{- if and (eq (include "assay.tlsSource" .) "none") (eq .Values.tls.mode "optional") -}}
{{- fail "tls.mode=optional needs certificates: set tls.source to auto, self-signed, cert-manager or secrets; to turn mutual TLS off, set tls.source=none and tls.mode=required" -}}
{{- end -}}
{{- if and .Values.nats.bundled.enabled (or .Values.nats.caKey .Values.nats.clientCertificates) -}}
{{- fail "nats.caKey and nats.clientCertificates are for external servers; services connect to the bundled ones without TLS" -}}
{{- end -}}
{{- $cluster := include "assay.cluster" . -}}
{{- if $cluster -}}
{{- range $need := include "assay.neededKinds" . | fromJsonArray -}}
{{- if not ($.Capabilities.APIVersions.Has $need.api) -}}
{{- fail (printf "%s needs %s, which this cluster does not have: install %s first, or change the value" $need.value $need.api $need.from) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .Values.tls.checkChange $cluster -}}
{{- include "assay.checkTlsChange" (dict "root" $ "services" $services) -}}
{{- end -}}
{{- if and .Values.secrets.check $cluster -}}
{{- $problems := list -}}
{{- range $secret, $keys := include "assay.neededSecrets" . | fromJson -}}
{{- $found := lookup "v1" "Secret" $.Release.Namespace $secret -}}
{{- if not $found -}}
{{- $names := include "assay.secretNames" (dict "root" $ "secret" $secret) -}}
{{- $problems = append $problems (printf "the Secret %s does not exist in namespace %s; it needs the keys %s%s" $secret $.Release.Namespace (join ", " $keys) $names) -}}
{{- end -}}
{{- $data := dig "data" dict ($found | default dict) | default dict -}}
{{- range ternary $keys list (not (not $found)) -}}
{{- if not (hasKey $data .) -}}
{{- $problems = append $problems (printf "the Secret %s in namespace %s has no key %s" $secret $.Release.Namespace .) -}}
{{- else if not (get $data . | b64dec | trim) -}}
{{- $problems = append $problems (printf "the key %s of the Secret %s in namespace %s is empty" . $secret $.Release.Namespace) -}}
{{- else if and (hasSuffix "password" .) (hasSuffix "\n" (get $data . | b64dec)) -}}
{{- $problems = append $problems (printf "the key %s of the Secret %s in namespace %s ends with a line break, which would be part of the password: create the Secret with --from-literal, or from a file without a line break" . $secret $.Release.Namespace) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $problems = concat $problems (include "assay.missingMigrationUrls" . | fromJsonArray) -}}
{{- if and $problems (eq $cluster "without the namespace") -}}
{{- $problems = append $problems (printf "the namespace %s does not exist either: create it with kubectl create namespace %s, then create the Secrets in it" .Release.Namespace .Release.Namespace) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "%s. The chart's README shows how to create them" (join "; " $problems)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Says what helm sees: a cluster "with the namespace" of the release, or "without the namespace" before --create-namespace
creates it. Empty when helm renders without a cluster, because every lookup then returns nothing. Every namespace has a
service account "default". On a cluster, a lookup of a list always returns a list, even for a namespace that does not exist.
*/}}
{{- define "assay.cluster" -}}
{{- if lookup "v1" "ServiceAccount" .Release.Namespace "default" -}}
with the namespace
{{- else if lookup "v1" "ServiceAccount" .Release.Namespace "" -}}
without the namespace
{{- end -}}
{{- end }}

{{/*
Refuses an upgrade that changes mutual TLS from off to required, or back, in one step: the old and the new pods could not
call each other. Also refuses a change while a Deployment still has pods from before the previous change. Takes root and
services.
*/}}
{{- define "assay.checkTlsChange" -}}
{{- $root := .root -}}
{{- $wanted := include "assay.mutualTls" $root -}}
{{- $jumps := list -}}
{{- $unfinished := list -}}
{{- $from := "" -}}
{{- range $name, $_ := .services -}}
{{- $deployment := lookup "apps/v1" "Deployment" $root.Release.Namespace (printf "%s-%s" (include "assay.name" $root) $name) -}}
{{- if $deployment -}}
{{- $variables := dict -}}
{{- range (index $deployment.spec.template.spec.containers 0).env }}{{ $_ := set $variables .name (.value | default "") }}{{ end -}}
{{- $current := ternary "required" "off" (hasKey $variables "ASSAY_TLS_CERT_FILE") -}}
{{- if eq (get $variables "ASSAY_MUTUAL_TLS") "optional" }}{{ $current = "optional" }}{{ end -}}
{{- if ne $current $wanted -}}
{{- $status := $deployment.status | default dict -}}
{{- if and (ne $current "optional") (ne $wanted "optional") -}}
{{- $from = $current -}}
{{- $jumps = append $jumps $name -}}
{{- else if lt (int $status.updatedReplicas) (int $status.replicas) -}}
{{- $unfinished = append $unfinished $name -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if $jumps -}}
{{- fail (printf "tls: this upgrade changes mutual TLS from %s to %s, so calls between old and new pods of %s would fail: upgrade with tls.mode=optional and a tls.source with certificates first, or set tls.checkChange=false to accept failed calls" $from $wanted (join ", " $jumps)) -}}
{{- end -}}
{{- if $unfinished -}}
{{- fail (printf "tls: this upgrade changes mutual TLS to %s, but the Deployments of %s still have pods of an earlier upgrade, whose calls would fail: wait until kubectl rollout status says that they are rolled out, or set tls.checkChange=false" $wanted (join ", " $unfinished)) -}}
{{- end -}}
{{- end }}

{{/* The Secret keys that the migration Job still lacks, as a JSON list: one URL for all schemas, or one for the owner of each. */}}
{{- define "assay.missingMigrationUrls" -}}
{{- $problems := list -}}
{{- $isMade := and .Values.postgresql.cluster.enabled (eq .Values.postgresql.cluster.roles "app") -}}
{{- if and .Values.migrations.enabled (not $isMade) -}}
{{- $secret := .Values.postgresql.existingSecret -}}
{{- $data := dig "data" dict (lookup "v1" "Secret" .Release.Namespace $secret) | default dict -}}
{{- $missing := list -}}
{{- range $name, $service := include "assay.services" . | fromJson -}}
{{- if and $service.postgresql (not (hasKey $data (print $name "-owner-url"))) -}}
{{- $missing = append $missing (print $name "-owner-url") -}}
{{- end -}}
{{- end -}}
{{- if and $missing (not (hasKey $data "migrations-url")) -}}
{{- $problems = append $problems (printf "for the migrations the Secret %s in namespace %s also needs the key migrations-url, or the keys %s" $secret .Release.Namespace (join ", " $missing)) -}}
{{- end -}}
{{- end -}}
{{- $problems | toJson -}}
{{- end }}

{{/* The DNS names of the certificate in a Secret of tls.source secrets, for an error message. Empty for another Secret. Takes root and secret. */}}
{{- define "assay.secretNames" -}}
{{- $root := .root -}}
{{- $secret := .secret -}}
{{- range $holder, $names := include "assay.certificateHolders" $root | fromJson -}}
{{- if and (eq $root.Values.tls.source "secrets") (eq $secret (print $root.Values.tls.secretPrefix $holder)) -}}
{{ printf " of a certificate for the DNS names %s" (join ", " $names) }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The custom resources that the values need, each with the value that needs it and the software that provides it, as JSON. */}}
{{- define "assay.neededKinds" -}}
{{- $needed := list -}}
{{- if .Values.postgresql.cluster.enabled -}}
{{- $needed = append $needed (dict "value" "postgresql.cluster.enabled" "api" "postgresql.cnpg.io/v1" "from" "the CloudNativePG operator") -}}
{{- end -}}
{{- if eq .Values.tls.source "cert-manager" -}}
{{- $needed = append $needed (dict "value" "tls.source=cert-manager" "api" "cert-manager.io/v1" "from" "cert-manager") -}}
{{- end -}}
{{- if .Values.httpRoute.enabled -}}
{{- $needed = append $needed (dict "value" "httpRoute.enabled" "api" "gateway.networking.k8s.io/v1" "from" "the Gateway API and a controller of it") -}}
{{- end -}}
{{- range list "serviceMonitor" "prometheusRule" -}}
{{- if get $.Values.monitoring . -}}
{{- $needed = append $needed (dict "value" (print "monitoring." .) "api" "monitoring.coreos.com/v1" "from" "the Prometheus operator") -}}
{{- end -}}
{{- end -}}
{{- $needed | toJson -}}
{{- end }}

{{/* The Secrets that must exist before the release, each with its keys, as JSON: those that the pods' environments and volumes name. */}}
{{- define "assay.neededSecrets" -}}
{{- $needed := dict -}}
{{- range $name, $service := include "assay.services" . | fromJson -}}
{{- range include "assay.environment" (dict "root" $ "name" $name "service" $service) | fromYamlArray -}}
{{- $reference := dig "valueFrom" "secretKeyRef" dict . -}}
{{- if and $reference (not $reference.optional) -}}
{{- $_ := set $needed $reference.name (append (get $needed $reference.name | default list) $reference.key) -}}
{{- end -}}
{{- end -}}
{{- if $service.nats -}}
{{- $secret := $.Values.nats.existingSecret -}}
{{- range include "assay.natsFiles" (dict "root" $ "name" $name) | fromJsonArray -}}
{{- $_ := set $needed $secret (append (get $needed $secret | default list) .) -}}
{{- end -}}
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
{{- /* CloudNativePG makes this Secret. */ -}}
{{- $_ := unset $needed (printf "%s-postgresql-app" (include "assay.name" .)) -}}
{{- $sorted := dict -}}
{{- range $secret, $keys := $needed }}{{ $_ := set $sorted $secret ($keys | uniq | sortAlpha) }}{{ end -}}
{{- $sorted | toJson -}}
{{- end }}
