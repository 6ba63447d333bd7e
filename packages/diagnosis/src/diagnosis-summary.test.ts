import { expect, test } from '@jest/globals';
import { actionsOf, concernedText, summaryOf } from './diagnosis-summary.ts';
import type { Finding } from './finding.ts';

function finding(subject: Finding['subject'], name: string, status: Finding['status'], remedy = ''): Finding {
  return { subject, name, status, outcome: status, message: '', remedy, facts: {} };
}

test('a remedy of many findings is one action, and that of a failure comes first', () => {
  const findings = [
    finding('provider', 'x', 'off', 'Set its key.'),
    ...'abcdefgh'.split('').map((name) => finding('provider', name, 'failure', 'Check the firewall.')),
    finding('node', 'n', 'warning', 'Use another plan.'),
    finding('node', 'm', 'ok'),
  ];
  const actions = actionsOf({ findings });
  expect(actions.map(({ remedy }) => remedy)).toEqual(['Check the firewall.', 'Use another plan.', 'Set its key.']);
  expect(actions.map(concernedText)).toEqual(['a, b, c, d, e, f and 2 more', 'n', 'x']);
});

test('the summary counts what answers of what is configured, and names what is off', () => {
  const findings = [
    finding('provider', 'a', 'ok'),
    finding('provider', 'b', 'warning'),
    finding('provider', 'pyth', 'ok'),
    finding('provider', 'pyth: signed price', 'failure'),
    finding('provider', 'x', 'off'),
    finding('stream', 's', 'failure'),
    finding('type', 't', 'off'),
    finding('type', 'u', 'off'),
    finding('service', 'engine: NATS', 'ok'),
  ];
  expect(summaryOf({ findings })).toBe(
    '2 of 3 providers answer (1 is off); 0 of 1 streams send; 0 of 0 data types can be served (2 are off); 1 of 1 checks of the cluster passed.',
  );
});
