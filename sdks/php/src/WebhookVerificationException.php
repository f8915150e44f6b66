<?php

declare(strict_types=1);

namespace Textloom;

/** Says why a delivery was not accepted. The message contains no secret and no part of the body. */
final class WebhookVerificationException extends \RuntimeException
{
}
