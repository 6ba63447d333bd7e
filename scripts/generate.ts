import { mkdirSync, writeFileSync } from 'node:fs';
import { loadCatalog } from '@assay/catalog/catalog';
import { billingConfig } from '../services/billing/src/config.ts';
import { dashboardConfig } from '../services/dashboard/src/config.ts';
import { engineConfig } from '../services/engine/src/config.ts';
import { gateConfig } from '../services/gate/src/config.ts';
import { gatewayConfig } from '../services/gateway/src/config.ts';
import { resolverConfig } from '../services/resolver/src/config.ts';
import { sandboxConfig } from '../services/sandbox/src/config.ts';
import { watchConfig } from '../services/watch/src/config.ts';
import { loadRoutes } from '../services/gateway/src/load-routes.ts';
import { openApiDocument } from '../services/gateway/src/docs/openapi/document.ts';
import { apiVersion } from '../services/gateway/src/docs/openapi/version.ts';
import { chartReadme } from './reference/chart-readme.ts';
import { clientTypes } from './reference/client-types.ts';
import { configPage } from './reference/config.ts';
import { dataTypesPage } from './reference/data-types.ts';
import { errorsPage } from './reference/errors.ts';
import { gatePage } from './reference/gate.ts';
import { httpApiPage } from './reference/http-api.ts';
import { mcpSchemas } from './reference/mcp-schemas.ts';
import { providersPage } from './reference/providers.ts';
import { subjectsPage } from './reference/subjects.ts';

const directory = new URL('../docs/reference/', import.meta.url);
const openApi = openApiDocument(await loadRoutes(), await loadCatalog(), apiVersion);
const pages = {
  'config.md': configPage({
    gateway: gatewayConfig,
    gate: gateConfig,
    resolver: resolverConfig,
    engine: engineConfig,
    billing: billingConfig,
    watch: watchConfig,
    dashboard: dashboardConfig,
    sandbox: sandboxConfig,
  }),
  'data-types.md': await dataTypesPage(),
  'errors.md': errorsPage(),
  'gate.md': gatePage(),
  'http-api.md': httpApiPage(openApi),
  'openapi.json': `${JSON.stringify(openApi, undefined, 2)}\n`,
  'providers.md': await providersPage(),
  'subjects.md': subjectsPage(),
};

mkdirSync(directory, { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  writeFileSync(new URL(name, directory), text);
}

writeFileSync(new URL('../helm/assay/README.md', import.meta.url), chartReadme());
writeFileSync(new URL('../packages/client/src/gen/api.ts', import.meta.url), clientTypes(openApi));
writeFileSync(new URL('../packages/mcp/src/gen/schemas.ts', import.meta.url), mcpSchemas(openApi));
