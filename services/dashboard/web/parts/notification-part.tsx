import { Anchor, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { FoundNotificationView } from '../../src/api/routes/notification-get/route.ts';
import { notificationSentence } from '../notification-sentence.ts';
import { useAccountQuery } from '../queries.ts';
import { Outcome, Time } from './labels.tsx';
import { Part } from './part.tsx';

/**
 * Shows what became of the notification of a decision that a watch caused. Shows nothing for any other decision, and
 * while the watch service does not answer.
 */
export function NotificationPart({
  accountId,
  traceId,
}: {
  readonly accountId: string;
  readonly traceId: string;
}): ReactNode {
  const { data } = useAccountQuery<FoundNotificationView>(accountId, `/requests/${traceId}/notification`);
  const notification = data?.notification ?? null;
  return notification === null ? null : (
    <Part title="The notification" mb="lg">
      <Group gap="xs">
        <Outcome value={notification.outcome === '' ? 'in flight' : notification.outcome} />
        {notification.sentAt !== null && (
          <Text size="sm" className="muted">
            sent at <Time at={notification.sentAt} />
          </Text>
        )}
      </Group>
      <Text>{notificationSentence(notification)}</Text>
      <Anchor component={Link} href={`/a/${accountId}/watches/${notification.watchId}`} size="sm">
        The watch that caused this verification
      </Anchor>
    </Part>
  );
}
