import express from 'express';
import { reportPort } from './ipc.ts';

/** The first baseline: express with its own body parser and a constant answer. */
const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json());
app.post('/v1/get_data', (request, response) => {
  response.json({
    status: 'delivered',
    data: { symbol: request.body.params.symbol, price: '147.25' },
    type: request.body.type,
  });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  reportPort(typeof address === 'object' && address !== null ? address.port : 0);
});
