<?php

declare(strict_types=1);

namespace Textloom;

/** Reports why a delivery is not genuine. The message contains no secret and no part of the body. */
final class WebhookVerificationException extends \RuntimeException
{
}
