import { describe, expect, it } from '@jest/globals';
import { inPhp, inPython, runSdkProgram } from './runSdkProgram.ts';

/** These programs open a client with each of the settings in code, and print the errors. */
const programs = [
  {
    ...inPython(`from textloom import Client
def end(settings):
    try:
        eval("Client(**{'api_key': 'key', 'base_url': 'https://sms.example.com/v1', " + settings + "})")
    except (TypeError, ValueError) as error:
        return str(error)
    return "opened"
print(json.dumps([end(settings) for settings in json.loads(os.environ["SETTINGS"])]))`),
    toCode: (name: string, value: string) => `'${name}': ${value}`,
    say: (name: string) => name,
    retryFor: 'retry_for',
    others: ["float('nan')", "float('inf')", 'None', "'30'", 'True', '10**400'],
  },
  {
    ...inPhp(`$end = function (string $settings) {
    try {
        eval("new Textloom\\Client(...[...['apiKey' => 'key', 'baseUrl' => 'https://sms.example.com/v1'], $settings]);");
    } catch (InvalidArgumentException | TypeError $error) {
        return $error->getMessage();
    }
    return "opened";
};
echo json_encode(array_map($end, json_decode(getenv("SETTINGS"))));`),
    toCode: (name: string, value: string) => `'${name}' => ${value}`,
    say: (name: string) => `$${name}`,
    retryFor: 'retryFor',
    others: ['NAN', 'INF'],
  },
];

describe.each(programs)('the settings of the SDK for $language', (program) => {
  const { toCode, say, retryFor, others } = program;
  const open = (settings: readonly string[]) =>
    runSdkProgram(program, { SETTINGS: JSON.stringify(settings) });

  it('refuse a time limit that is not valid', async () => {
    for (const [name, least, values] of [
      ['timeout', '0.001', ['0', '0.0001', '-1', '5e9', ...others]],
      [retryFor, '0', ['-1', '5e9', ...others]],
    ] as const)
      expect(await open(values.map((value) => toCode(name, value)))).toEqual(
        values.map(() => `${say(name)} must be a number of seconds from ${least} to 2147483.`),
      );
  });

  it('accept any other time limit', async () => {
    const limits = ['1', '0.5', '0.001', '2147483'].map((value) => toCode('timeout', value));
    expect(await open([...limits, toCode(retryFor, '0'), toCode(retryFor, '1.5')])).toEqual(
      Array<string>(6).fill('opened'),
    );
  });

  it('refuse a path that is not ASCII', async () => {
    const name = program.language === 'PHP' ? 'baseUrl' : 'base_url';
    const paths = ['/\u00e9/v1', '/v1/\u{1f44b}', '/%C3%A9/v1'];
    const refusal =
      'The path of the base URL has a character that is not ASCII. Encode it, such as \u00e9 as %C3%A9.';
    const urls = paths.map((path) => toCode(name, `'https://sms.example.com${path}'`));
    expect(await open(urls)).toEqual([refusal, refusal, 'opened']);
  });
});

describe('the settings of the SDK for Python', () => {
  it.each(['http://sms..example.com/v1', `http://${'a'.repeat(64)}.example.com/v1`])(
    'refuse a host that no name can have: %s',
    async (url) => {
      const setting = JSON.stringify([`'base_url': '${url}'`]);
      const [said] = await runSdkProgram(programs[0]!, { SETTINGS: setting });
      expect(said).toContain('The base URL must begin with https:// or http://');
    },
  );
});

describe('the client for PHP', () => {
  it('does not show its API key if a program prints it', async () => {
    const program =
      inPhp(`$client = new Textloom\\Client("tl_send_Zebra", "https://sms.example.com/v1");
ob_start();
print_r($client);
var_dump($client);
echo json_encode([ob_get_clean()]);`);
    const [printed] = await runSdkProgram(program, {});
    expect(printed).toContain('https://sms.example.com/v1');
    expect(printed).not.toContain('Zebra');
  });
});
