import type { Fault } from '../fault.ts';

// prettier-ignore
export const sdks: readonly Fault[] = [
  { file: 'sdks/python/textloom/core.py', find: 'if not _VISIBLE.fullmatch(api_key):', plant: 'if api_key == "":', harm: 'leaked', why: 'an error shows an API key that ends with a line break', suite: 'test/e2e/sdkKeys.test.ts', only: 'Python.*is refused if it ends' },
  { file: 'sdks/python/textloom/core.py', find: '_VISIBLE.fullmatch(api_key)', plant: '_VISIBLE.match(api_key)', harm: 'leaked', why: 'an error shows an API key that ends with a line break', suite: 'test/e2e/sdkKeys.test.ts', only: 'Python.*is refused if it ends' },
  { file: 'sdks/python/textloom/core.py', find: 'build_opener(_NoRedirects)', plant: 'build_opener()', harm: 'leaked', why: 'the API key is sent to the target of a redirect', suite: 'test/e2e/sdkKeys.test.ts', only: 'Python.*goes to no other' },
  { file: 'sdks/php/src/Core.php', find: "'/^[!-~]+$/D'", plant: "'/^[!-~]+/'", harm: 'forged', why: 'an API key with a line break adds headers to requests', suite: 'test/e2e/sdkKeys.test.ts', only: 'PHP.*is refused if it ends' },
  { file: 'sdks/php/src/Core.php', find: '#[\\SensitiveParameter] private readonly string $apiKey', plant: 'private readonly string $apiKey', harm: 'leaked', why: 'an error shows the API key', suite: 'test/e2e/sdkKeys.test.ts', only: 'PHP.*is refused if it ends' },
  { file: 'sdks/php/src/Core.php', find: 'CURLOPT_FOLLOWLOCATION => false', plant: 'CURLOPT_FOLLOWLOCATION => true', harm: 'leaked', why: 'the API key is sent to the target of a redirect', suite: 'test/e2e/sdkKeys.test.ts', only: 'PHP.*goes to no other' },
  { file: 'sdks/php/src/Core.php', find: 'if ($idempotencyKey !== null && !self::isVisible($idempotencyKey)) {', plant: 'if ($idempotencyKey === "") {', harm: 'forged', why: 'an idempotency key with a line break adds headers to a request', suite: 'test/e2e/sdkKeys.test.ts', only: 'PHP.*gets no additional header' },
];
