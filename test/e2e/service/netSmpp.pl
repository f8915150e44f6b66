# A message center on Net::SMPP. It accepts every submit, sends a receipt for it and replies to it.
use strict;
use warnings;
use Net::SMPP;

$| = 1;
my $centre = Net::SMPP->new_listen('127.0.0.1', port => 0, smpp_version => 0x34)
  or die "No port: $!";
print 'port ', $centre->sockport, "\n";
my $taken = 0;
while (1) {
  # A long wait returns nothing.
  my $link = $centre->accept or next;
  $link->set_version(0x34);
  while (my $pdu = $link->read_pdu) {
    my $name = Net::SMPP::pdu_tab->{$pdu->{cmd}}{cmd} // '';
    if ($name eq 'bind_transceiver') {
      $link->bind_transceiver_resp(system_id => 'net-smpp', seq => $pdu->{seq});
    } elsif ($name eq 'enquire_link') {
      $link->enquire_link_resp(seq => $pdu->{seq});
    } elsif ($name eq 'unbind') {
      $link->unbind_resp(seq => $pdu->{seq});
      last;
    } elsif ($name eq 'submit_sm') {
      my $id = sprintf '%08X', ++$taken + 0xabc0;
      print "submit $pdu->{source_addr} $pdu->{destination_addr} ",
        unpack('H*', $pdu->{short_message}), "\n";
      $link->submit_sm_resp(message_id => $id, seq => $pdu->{seq});
      my %back = (
        source_addr => $pdu->{destination_addr},
        destination_addr => $pdu->{source_addr},
        source_addr_ton => 1,
        dest_addr_ton => 1,
      );
      $link->deliver_sm(
        %back,
        async => 1,
        esm_class => 0x04,
        short_message => "id:$id sub:001 dlvrd:001 submit date:2611211200"
          . ' done date:2611211201 stat:DELIVRD err:000 text:',
      );
      $link->deliver_sm(%back, async => 1, short_message => 'Thanks') if $taken == 1;
    }
  }
}
