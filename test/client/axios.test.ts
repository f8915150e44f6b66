import axios from 'axios';
import { authentication } from '@textloom/shared/contract';
import { axiosTransport } from '@textloom/shared/client/axios';
import { describeTransport } from './transport.suite.ts';

describeTransport('axios', {
  connect: (baseURL, apiKey) =>
    axiosTransport(
      axios.create({
        baseURL,
        headers: { [authentication.header]: authentication.prefix + apiKey },
        timeout: 5_000,
      }),
    ),
});
