{{/* The Deployment, Service, service account, disruption budget and autoscaler of one service. Takes root, name and service. */}}
{{- define "assay.workload" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $service := .service -}}
{{- $fullname := printf "%s-%s" (include "assay.name" .root) .name -}}
{{- $context := dict "root" .root "component" .name -}}
{{- $port := $service.port | default 7070 -}}
{{- $serves := ne (toString $service.serves) "false" -}}
{{- $tls := ne (include "assay.tlsSource" .root) "none" -}}
{{- $natsFiles := list -}}
{{- if $service.nats }}{{ $natsFiles = include "assay.natsFiles" . | fromJsonArray }}{{ end -}}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $fullname }}
  labels: {{- include "assay.labels" $context | nindent 4 }}
  {{- with $service.serviceAccountAnnotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $fullname }}
  labels: {{- include "assay.labels" $context | nindent 4 }}
spec:
  {{- with include "assay.ipFamilies" $root }}
  {{- . | nindent 2 }}
  {{- end }}
  # Callers inside the cluster balance over the pods' own addresses. Only an Ingress needs one address for all pods.
  {{- if not $service.public }}
  clusterIP: None
  {{- end }}
  selector: {{- include "assay.selector" $context | nindent 4 }}
  ports:
    {{- if $serves }}
    - { name: {{ ternary "http" "grpc" (hasKey $service "port") }}, port: {{ $port }}, targetPort: main, protocol: TCP }
    {{- end }}
    {{- range $service.morePorts }}
    - { name: more-{{ . }}, port: {{ . }}, targetPort: {{ . }}, protocol: TCP }
    {{- end }}
    - { name: ops, port: 9464, targetPort: ops, protocol: TCP }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}
  labels: {{- include "assay.labels" $context | nindent 4 }}
spec:
  {{- if not $service.autoscaling.enabled }}
  replicas: {{ $service.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # A new pod must be ready before an old one stops.
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  minReadySeconds: 5
  selector:
    matchLabels: {{- include "assay.selector" $context | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "assay.labels" $context | nindent 8 }}
        {{- with $service.podLabels }}{{ toYaml . | nindent 8 }}{{ end }}
      annotations:
        assay/secrets-version: {{ include "assay.text" $values.secrets.version | quote }}
        {{- with $service.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec:
      serviceAccountName: {{ $fullname }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ include "assay.graceSeconds" $root }}
      securityContext: {{- include "assay.podSecurity" $root | nindent 8 }}
      {{- with $values.image.pullSecrets }}
      imagePullSecrets:
        {{- range . }}
        - name: {{ . }}
        {{- end }}
      {{- end }}
      {{- with $service.priorityClassName }}
      priorityClassName: {{ . }}
      {{- end }}
      {{- with $service.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $service.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $service.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "assay.selector" $context | nindent 14 }}
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "assay.image" $root }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: [{{ $service.entry | default (printf "services/%s/dist/main.js" .name) }}]
          ports:
            {{- if $serves }}
            - { name: main, containerPort: {{ $port }}, protocol: TCP }
            {{- end }}
            - { name: ops, containerPort: 9464, protocol: TCP }
          env: {{- include "assay.environment" . | nindent 12 }}
          securityContext: {{- include "assay.containerSecurity" $root | nindent 12 }}
          resources: {{- toYaml $service.resources | nindent 12 }}
          # A start may take long, because the service waits for PostgreSQL or NATS. Afterwards /healthz answers as long
          # as the process runs.
          startupProbe: { httpGet: { path: /healthz, port: ops }, periodSeconds: 2, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /healthz, port: ops }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /readyz, port: ops }, periodSeconds: 3, timeoutSeconds: 2, failureThreshold: 2 }
          {{- if or $tls $natsFiles }}
          volumeMounts:
            {{- if $tls }}
            - { name: tls, mountPath: /etc/assay/tls, readOnly: true }
            {{- end }}
            {{- if $natsFiles }}
            - { name: nats, mountPath: /etc/assay/nats, readOnly: true }
            {{- end }}
          {{- end }}
      {{- if or $tls $natsFiles }}
      volumes:
        {{- if $tls }}
        - name: tls
          secret:
            secretName: {{ include "assay.tlsSecret" $context }}
            defaultMode: 0440
        {{- end }}
        {{- if $natsFiles }}
        - name: nats
          secret:
            secretName: {{ $values.nats.existingSecret }}
            defaultMode: 0440
            items:
              {{- range $natsFiles }}
              - { key: {{ . }}, path: {{ . }} }
              {{- end }}
        {{- end }}
      {{- end }}
{{- if or $service.autoscaling.enabled (gt (int $service.replicas) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $fullname }}
  labels: {{- include "assay.labels" $context | nindent 4 }}
spec:
  maxUnavailable: {{ $service.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "assay.selector" $context | nindent 6 }}
{{- end }}
{{- if $service.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $fullname }}
  labels: {{- include "assay.labels" $context | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ $fullname }} }
  minReplicas: {{ $service.autoscaling.minReplicas }}
  maxReplicas: {{ $service.autoscaling.maxReplicas }}
  behavior:
    # Scale down slowly: each pod drains, and returning load needs the capacity.
    scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: Pods, value: 1, periodSeconds: 60 }] }
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $service.autoscaling.cpuPercent }} } }
    {{- if $values.monitoring.podMetrics }}
    {{- range $service.autoscaling.podMetrics }}
    - type: Pods
      pods: { metric: { name: {{ .name }} }, target: { type: AverageValue, averageValue: {{ .averageValue | quote }} } }
    {{- end }}
    {{- end }}
{{- end }}
{{- end }}
