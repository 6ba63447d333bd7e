import { loadCatalog } from '@assay/catalog/catalog';
import { loadRoutes } from '../load-routes.ts';
import { openApiDocument } from './document.ts';
import { apiVersion } from './version.ts';

// Prints the document that the gateway serves at /v1/openapi.json, indented, for docs/reference/openapi.json.
const document = openApiDocument(await loadRoutes(), await loadCatalog(), apiVersion);
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
