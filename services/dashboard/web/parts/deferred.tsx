import { Alert, Button, Text } from '@mantine/core';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * Returns a component whose script loads when the component is first shown. React's own `lazy` shows its waiting state
 * for at least 300 ms, even when the script is already loaded.
 * @param waiting shown until the script is loaded.
 */
export function deferred<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  waiting: ReactNode,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  return function Deferred(props: Props): ReactNode {
    const [isMissing, setMissing] = useState(false);
    const [, setLoaded] = useState(Part !== undefined);
    useEffect(() => {
      let isShown = true;
      if (Part === undefined) {
        load()
          .then((script) => {
            Part = script.default;
          })
          .then(
            () => isShown && setLoaded(true),
            () => isShown && setMissing(true),
          );
      }
      return () => {
        isShown = false;
      };
    }, []);
    if (Part !== undefined) {
      return <Part {...props} />;
    }
    return isMissing ? <Missing /> : waiting;
  };
}

/**
 * Shown when the script cannot be loaded: the connection is lost, or a new version of the dashboard has other scripts.
 */
function Missing(): ReactNode {
  return (
    <Alert color="red" title="This part of the page could not be loaded" role="alert">
      <Text mb="sm">Check your connection. The dashboard may also have a new version.</Text>
      <Button variant="default" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Alert>
  );
}
