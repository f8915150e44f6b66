import type { CreateAxiosDefaults } from 'axios';

export interface TextloomOptions {
  /** A key of the account. */
  apiKey: string | undefined;
  /** The base URL of the API with its version, such as `https://sms.example.com/v1`. */
  baseUrl: string | undefined;
  /** The milliseconds that one attempt of a call may take. The default is 30,000. */
  timeout?: number | undefined;
  /**
   * The milliseconds after which the client does not retry a failed call. The default is 30,000. With
   * 0, it makes one attempt.
   */
  retryFor?: number | undefined;
  /** Settings of axios, such as `proxy` or `httpsAgent`. */
  axios?: Omit<CreateAxiosDefaults, 'baseURL' | 'timeout'> | undefined;
}
