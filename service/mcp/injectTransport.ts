import type { HttpResponse, Transport } from '@textloom/shared/client';
import { toResponse } from '@textloom/shared/client/fetch';
import { authentication, basePath } from '@textloom/shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const keyHeader = authentication.header.toLowerCase();

/** Sends requests to the API of this process with the API key of another request. */
export const injectTransport =
  (api: FastifyInstance, { headers: received, ip }: FastifyRequest): Transport =>
  async ({ method, path, body, headers, signal }) => {
    const response = await api.inject({
      method,
      url: basePath + path,
      headers: { ...headers, [keyHeader]: received[keyHeader] },
      // Requests with a key that the service does not know yet count for the address of the agent.
      remoteAddress: ip,
      ...(body && { payload: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return toResponse(
      response.statusCode,
      response.headers as HttpResponse['headers'],
      response.body,
    );
  };
