{{- define "user-centre.name" -}}
{{- if contains "user-centre" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-user-centre" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "user-centre.selector" -}}
app.kubernetes.io/name: user-centre
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "user-centre.labels" -}}
{{ include "user-centre.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "user-centre.secret" -}}
{{- if .Values.existingSecret -}}
{{- .Values.existingSecret -}}
{{- else if and .Values.secret.DATABASE_URL .Values.secret.PEPPER -}}
{{- include "user-centre.name" . -}}
{{- else -}}
{{- fail "Set existingSecret to a secret with DATABASE_URL and PEPPER (or, for a trial, secret.DATABASE_URL and secret.PEPPER): there is no embedded PostgreSQL in this chart." -}}
{{- end -}}
{{- end -}}
