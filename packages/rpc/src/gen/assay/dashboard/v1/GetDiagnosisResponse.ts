// Original file: protos/assay/dashboard/v1/dashboard.proto

import type { Finding as _assay_diagnosis_v1_Finding, Finding__Output as _assay_diagnosis_v1_Finding__Output } from '../../../assay/diagnosis/v1/Finding.ts';

export interface GetDiagnosisResponse {
  'findings'?: (_assay_diagnosis_v1_Finding)[];
}

export interface GetDiagnosisResponse__Output {
  'findings': (_assay_diagnosis_v1_Finding__Output)[];
}
